import logging

logger = logging.getLogger(__name__)


def shifted(x, offset):
    logger.warning("offset %s", offset)
    return x + offset
