// A board on which a move may have several parts, such as a knight and its square for each knight that moves.

// joinPart takes a part into the move or out of it. A piece has one part in a move at most. It returns the move in words.
export function joinPart(parts, part) {
  const pressed = part.getAttribute("aria-pressed") !== "true";
  const piece = part.closest("[data-piece]")?.dataset.piece;
  for (const other of parts) {
    if (other === part || (pressed && other.closest("[data-piece]")?.dataset.piece === piece)) other.setAttribute("aria-pressed", String(pressed && other === part));
  }
  return parts.filter((p) => p.getAttribute("aria-pressed") === "true").map((p) => p.dataset.move).join(" ");
}
