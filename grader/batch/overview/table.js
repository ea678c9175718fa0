// Sorts the page's tables by the heads of their columns, and shows those students who are searched for.
"use strict";

(() => {
  const order = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();

  const value = (row, column, numeric) => {
    const cell = row.cells[column];
    const text = cell.dataset.value ?? cell.textContent;
    return numeric ? Number.parseFloat(text.replace(/,/g, "")) : text.trim();
  };
  const missing = (one) => one === "" || Number.isNaN(one);

  // What has no number stays at the end, whichever way the others go.
  const compare = (one, other, sign) => {
    if (missing(one.key) || missing(other.key)) return missing(one.key) - missing(other.key);
    return sign * (typeof one.key === "number" ? one.key - other.key : order.compare(one.key, other.key));
  };

  const sort = (table, head) => {
    const heads = [...table.tHead.rows[0].cells];
    const up = head.getAttribute("aria-sort") !== "ascending";
    for (const one of heads) one.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const numeric = head.dataset.sort === "number";
    const column = heads.indexOf(head);
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row) => ({ row, key: value(row, column, numeric) }));
    rows.sort((one, other) => compare(one, other, up ? 1 : -1));
    body.append(...rows.map((one) => one.row));
  };

  for (const table of document.querySelectorAll("table.sortable")) {
    for (const head of table.tHead.rows[0].cells) {
      const button = document.createElement("button");
      button.type = "button";
      const words = document.createElement("span");
      words.append(...head.childNodes);
      button.append(words);
      button.addEventListener("click", () => sort(table, head));
      head.append(button);
    }
  }

  for (const search of document.querySelectorAll(".search")) {
    const input = search.querySelector("input");
    const told = search.querySelector("output");
    const rows = [...document.getElementById(input.getAttribute("aria-controls")).tBodies[0].rows];
    const texts = rows.map((row) => plain([...row.cells].map((cell) => cell.textContent).join(" ")));
    const show = () => {
      const words = plain(input.value).split(" ").filter(Boolean);
      let count = 0;
      rows.forEach((row, at) => {
        row.hidden = !words.every((word) => texts[at].includes(word));
        count += !row.hidden;
      });
      told.textContent = words.length ? `${count} of ${rows.length} shown` : "";
    };
    input.addEventListener("input", show);
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !input.value) return;
      event.preventDefault();
      input.value = "";
      show();
    });
    search.hidden = false;
    show();
  }

  addEventListener("beforeprint", () => {
    for (const one of document.querySelectorAll("details")) one.open = true;
  });
})();
