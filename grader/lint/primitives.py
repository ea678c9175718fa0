"""Which primitives jax has, so that a name that structure asks for or forbids, and that is none, is found out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.checks.structure import Structure
from grader.lint.names import texts
from grader.model.spelling import either, nearest

if TYPE_CHECKING:
    from grader.model.exercise import Exercise

__all__ = ["BECOMES", "PRIMITIVES", "not_primitives"]

_OF_JAX: Final = """
abs accum_grad_in_ref acos acosh add add_any addupdate after_all all_gather all_gather_done all_gather_invariant
all_gather_reduced all_gather_reduced_start all_gather_start all_to_all all_to_all_done all_to_all_start and
approx_top_k argmax argmin asin asinh atan atan2 atanh axis_index bcoo_dot_general bcoo_dot_general_sampled
bcoo_extract bcoo_fromdense bcoo_sort_indices bcoo_spdot_general bcoo_sum_duplicates bcoo_todense bcoo_transpose
bcsr_dot_general bcsr_extract bcsr_fromdense bcsr_todense bessel_i0e bessel_i1e bitcast_convert_type box_get box_set
broadcast_in_dim broadcast_to call call_exported call_hi_primitive call_hi_primitive_linearized cbrt ceil check
cholesky cholesky_update clamp closed_call clz complex composite concatenate cond conj conv_general_dilated
convert_element_type coo_fromdense coo_matmat coo_matvec coo_spmm coo_spmv coo_todense copy core_map cos cosh
create_linear create_token csr_fromdense csr_matmat csr_matvec csr_spmm csr_spmv csr_todense cudnn_fusion
cumlogsumexp cummax cummin cumprod cumsum custom_jvp_call custom_jvp_call_jaxpr custom_lin custom_linear_solve
custom_partitioning custom_vjp_call custom_vmap_call dce_sink debug_callback debug_print delay device_put digamma
dim_as_value dimension_size div dot_general dot_product_attention_bwd dot_product_attention_bwd_wrapper
dot_product_attention_fp8_bwd dot_product_attention_fp8_bwd_wrapper dot_product_attention_fp8_fwd
dot_product_attention_fp8_fwd_wrapper dot_product_attention_fwd dot_product_attention_fwd_wrapper dynamic_slice
dynamic_update_slice eig eigh empty empty2 empty_ref eq eq_to erf erf_inv erfc eval_jaxpr exp exp2 expm1 ffi_call
fft floor free_ref freeze from_edtype gather ge geqp3 geqrf get get_global gt hessenberg householder_product igamma
igamma_grad_a igammac imag inspect_sharding integer_pow io_callback iota iota_2x32_shape is_finite jaxpr_call jit
layout_constraint le le_to lgamma linear_call log log1p log2 log_extend log_read logistic lt lt_to lu
lu_pivots_to_permutation masked_load masked_swap max min mpmd_map mul mulhi multiple_of name ne neg new_box new_log
new_ref nextafter not num_programs one_minus_square optimization_barrier or ormqr pad pallas_call pbroadcast
pbroadcast_done pbroadcast_dynamic pbroadcast_start philox2x32 philox4x32 pin platform_index pmax pmin polygamma
polynomial population_count pow ppermute ppermute_done ppermute_start precv preduced program_id psend psum psum_done
psum_invariant psum_invariant_start psum_start pure_callback pvary qr ragged_all_to_all ragged_dot_general
random_bits random_clone random_fold_in random_gamma random_seed random_split random_unwrap random_wrap real
reciprocal reduce reduce_and reduce_max reduce_min reduce_or reduce_precision reduce_prod reduce_scatter
reduce_scatter_done reduce_scatter_start reduce_sum reduce_window reduce_window_max reduce_window_min
reduce_window_sum reduce_xor reduced_vary_cast reduced_vary_cast_p regularized_incomplete_beta relayout rem remat2
remat_opt reshape reshard rev rng_bit_generator rng_uniform round rsqrt run_scoped run_state scaled_dot
scaled_matmul scaled_matmul_wrapper scan scatter scatter-add scatter-max scatter-min scatter-mul scatter-sub schur
select_and_gather_add select_and_scatter select_and_scatter_add select_n semaphore_read semaphore_signal
semaphore_wait shape_assertion shard_map sharding_constraint shift_left shift_right_arithmetic shift_right_logical
sign sin sinh slice sort split spsolve sqrt square squeeze stack stage stop_gradient sub svd swap symmetric_product
tan tanh threefry2x32 threefry4x32 tie tile to_edtype todense top_k transpose triangular_solve tridiagonal
tridiagonal_solve unpin unreachable unreduced_pmax unreduced_pmin unreduced_psum unreduced_psum_start
unreduced_reduce_scatter unreduced_reduce_scatter_start unstack vary_unreduced_cast vary_unreduced_cast_p while
with_memory_space_constraint xla_metadata_call xla_metadata_value xor zeros_like zeta
"""
PRIMITIVES: Final = frozenset(_OF_JAX.split())
"""What any release of jax that is supported calls its primitives, written down since the grader imports no jax."""
BECOMES: Final = {
    "all": ("reduce_and",),
    "any": ("reduce_or",),
    "arange": ("iota",),
    "associative_scan": ("concatenate", "pad", "slice"),
    "astype": ("convert_element_type",),
    "callback": ("pure_callback", "io_callback"),
    "checkpoint": ("remat2",),
    "clip": ("max", "min"),
    "divide": ("div",),
    "dot": ("dot_general",),
    "einsum": ("dot_general",),
    "flip": ("rev",),
    "fori_loop": ("scan", "while"),
    "for": ("scan", "while"),
    "full": ("broadcast_in_dim",),
    "if": ("cond", "select_n"),
    "map": ("scan",),
    "matmul": ("dot_general",),
    "maximum": ("max",),
    "minimum": ("min",),
    "multiply": ("mul",),
    "negative": ("neg",),
    "ones": ("broadcast_in_dim",),
    "pjit": ("jit",),
    "power": ("pow", "integer_pow"),
    "print": ("debug_print", "debug_callback"),
    "prod": ("reduce_prod",),
    "remat": ("remat2",),
    "select": ("select_n",),
    "subtract": ("sub",),
    "sum": ("reduce_sum",),
    "switch": ("cond",),
    "take": ("gather",),
    "tensordot": ("dot_general",),
    "vdot": ("dot_general",),
    "where": ("select_n",),
    "while_loop": ("while",),
    "zeros": ("broadcast_in_dim",),
}
"""What is called by these names in Python and is no primitive, by the primitives that jax traces it to."""


def not_primitives(exercise: Exercise) -> tuple[list[str], list[str]]:
    """Returns a sentence for each name that is no primitive: those that another was meant by, and the strange.

    A strange one may be of a release of jax to come, or of a library; one that the exercise's own files make is known.
    """
    files = (exercise.starter, exercise.solution, exercise.fixtures, exercise.baselines)
    known = PRIMITIVES.union(*map(texts, files))
    misspelt, strange = [], []
    for check in exercise.checks:
        if not isinstance(check, Structure):
            continue
        for field in ("required", "forbidden", "any_of"):
            for name in getattr(check, field):
                if name in known:
                    continue
                said = f"{check.name}: {field}: {name} is no primitive of jax"
                word = name.rpartition(".")[2]
                near = word if word in PRIMITIVES else nearest(word, PRIMITIVES)
                if made := BECOMES.get(word):
                    misspelt.append(f"{said}, which traces it to {either(made)}")
                elif near:
                    misspelt.append(f"{said}; did you mean '{near}'?")
                else:
                    strange.append(f"{said} that is known; is it ever in a program?")
    return misspelt, strange
