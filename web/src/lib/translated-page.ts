/**
 * Keeps React working on a page that the browser translates.
 *
 * A translation moves every text node into `<font>` elements, or replaces it by them, behind React's back. React
 * holds on to the text nodes that it created: removing one, or inserting before one, then throws, and a new text
 * is set where nobody sees it (https://github.com/facebook/react/issues/11538).
 */

/** What a translation put in the place of a text node. */
const replacements = new WeakMap<Node, Element>();

const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT';

function remember(records: MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    for (const node of removedNodes) {
      const font = [...addedNodes, previousSibling, nextSibling].find(isFont);
      if (font && node.nodeType === Node.TEXT_NODE) replacements.set(node, font);
    }
  }
}

/** The child of `parent` that stands for `node` since the translation; null when none does. */
function standInOf(node: Node, parent: Node): ChildNode | null {
  let at: Node | null | undefined = node.isConnected ? node : replacements.get(node);
  while (at && at.parentNode !== parent) at = at.parentNode;
  return (at as ChildNode | null | undefined) ?? null;
}

/** Call it before React renders. */
export function surviveTranslation(): void {
  new MutationObserver(remember).observe(document.documentElement, { childList: true, subtree: true });
  const { removeChild, insertBefore } = Node.prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    standInOf(child, this)?.remove();
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, added: T, before: Node | null): T {
    const isMoved = before !== null && before.parentNode !== this;
    return insertBefore.call(this, added, isMoved ? standInOf(before, this) : before) as T;
  };
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, text: string | null) {
      // Puts the text back in its place, where the translation finds it again.
      if (!this.isConnected) replacements.get(this)?.replaceWith(this);
      nodeValue?.set?.call(this, text);
    },
  });
}
