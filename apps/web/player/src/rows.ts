// SPDX-License-Identifier: MIT
// A table in which at most one row has the focus. The Tab key stops once at the table, and the arrow keys move between
// its rows.

export class Rows {
  private readonly rows: HTMLTableRowElement[] = [];
  private current = 0;
  private shown = 0;

  /** Calls `pick` with the row that has the focus or the pointer, or with -1. */
  constructor(
      private readonly body: HTMLTableSectionElement,
      private readonly columns: number,
      private readonly pick: (row: number) => void,
  ) {
    body.addEventListener("keydown", (event) => this.key(event));
    body.addEventListener("focusout", () => pick(-1));
    body.addEventListener("pointerleave", () => pick(-1));
  }

  /** Sets the cells of all rows; the first cell of a row is its heading. */
  set(cells: string[][]): void {
    while (this.rows.length < cells.length) this.rows.push(this.makeRow(this.rows.length));
    this.rows.forEach((row, i) => {
      row.hidden = i >= cells.length;
      if (i < cells.length) cells[i].forEach((text, j) => setText(row.cells[j], text));
    });
    this.shown = cells.length;
    this.stop(Math.min(this.current, Math.max(0, this.shown - 1)));
  }

  mark(row: number): void {
    this.rows.forEach((each, i) => each.classList.toggle("picked", i === row));
  }

  private makeRow(index: number): HTMLTableRowElement {
    const row = this.body.insertRow();
    for (let j = 0; j < this.columns; ++j) row.appendChild(document.createElement(j === 0 ? "th" : "td"));
    row.cells[0].scope = "row";
    row.tabIndex = -1;
    row.addEventListener("focus", () => {
      this.stop(index);
      this.pick(index);
    });
    row.addEventListener("pointerenter", () => this.pick(index));
    return row;
  }

  private stop(row: number): void {
    this.current = row;
    this.rows.forEach((each, i) => (each.tabIndex = i === row ? 0 : -1));
  }

  private key(event: KeyboardEvent): void {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by === 0 || this.shown === 0) return;
    event.preventDefault();
    const row = Math.min(Math.max(this.current + by, 0), this.shown - 1);
    this.rows[row].focus();
  }
}

function setText(cell: HTMLTableCellElement, text: string): void {
  if (cell.textContent !== text) cell.textContent = text;
}
