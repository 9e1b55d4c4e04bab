import './statement-mark.css';

/** Precedes what the product wrote, where it is shown as a line of text: as an image, which nobody can type. */
export function StatementMark() {
  return <span className="statement-mark" role="img" aria-label="Update" />;
}
