/**
 * Runs in the page. Does what a browser's translation does to its text, now and whenever text comes: each text
 * moves into `<font>` elements.
 */
export function translatePage(): void {
  const untouched = 'script, style, textarea, noscript, template, font';
  function wrap(text: Node): void {
    const parent = text.parentElement;
    if (!text.nodeValue?.trim() || !parent || parent.closest(untouched)) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.append(text.nodeValue);
    outer.append(inner);
    parent.replaceChild(outer, text);
  }
  function translate(root: Node): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = root.nodeType === Node.TEXT_NODE ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(wrap);
  }
  const start = () => {
    translate(document.body);
    new MutationObserver((records) => {
      for (const { addedNodes } of records) addedNodes.forEach(translate);
    }).observe(document.body, { childList: true, subtree: true });
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
}
