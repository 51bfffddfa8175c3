// Grids of cells that are reached by the arrows. Tab leads to the one that had the focus last.

export const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// visit makes a cell the one that Tab leads to, and goes there.
export function visit(cell) {
  for (const other of cell.closest("table").querySelectorAll("td[tabindex='0']")) other.tabIndex = -1;
  cell.tabIndex = 0;
  cell.focus();
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// beside is the nearest cell in a direction, over places without one, or the cell itself at the border.
export function beside(cell, [right, down]) {
  const rows = [...cell.closest("tbody").rows];
  let row = rows.indexOf(cell.parentElement);
  let column = cell.cellIndex;
  for (;;) {
    row += down;
    column += right;
    const next = rows[row]?.cells[column];
    if (!next) return cell;
    if (next.hasAttribute("tabindex")) return next;
  }
}
