import type { TextElement, TextPart } from '@selvedge/shared/instance/text-pages';
import type { Nodes, Parents } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

/** Deeper quotes and lists are flattened to their text. */
const DEPTH_MAX = 16;
/** Addresses of other sites and mailboxes, and paths of this site. */
const SAFE_LINK = /^(https?:\/\/|mailto:|\/(?![/\\]))/i;
/** What can begin an element; the parser's work grows with the square of some of them. */
const MARKS = /[*_[\]<>&`\\]|\r\n?|\n|[-+](?=\s)|\d[.)](?=\s)/g;
/** More than a long page has; with several times as many, the parser would stall the server. */
const MARKS_MAX = 1_200;
/** A line that nests quotes and lists more deeply than a page shows. */
const NESTED = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){40}/m;
/** The page has the only h1. */
const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6', 'h6'] as const;

/** The addresses that a text names at its end, as in `[1]: https://…`. */
function definitionsIn(root: Parents): Map<string, string> {
  return new Map(
    root.children.flatMap((node) =>
      node.type === 'definition' ? [[node.identifier, node.url] as const] : [],
    ),
  );
}

function plainText(node: Nodes): string {
  const open: Nodes[] = [node];
  const texts: string[] = [];
  for (let next = open.pop(); next; next = open.pop()) {
    if ('value' in next) texts.push(next.value);
    if ('children' in next) open.push(...next.children.toReversed());
  }
  return texts.join('');
}

/**
 * Reads Markdown (CommonMark) as elements to draw. HTML in it stays text, a picture becomes its alternative text, and a
 * link to anything but a page or a mailbox becomes its label. A text of too many marks, or nested too
 * deeply, stays as it is written.
 */
export function readMarkdown(markdown: string): TextPart[] {
  const isTooMuch = NESTED.test(markdown) || (markdown.match(MARKS) ?? []).length > MARKS_MAX;
  if (isTooMuch) return [{ tag: 'pre', children: [markdown] }];
  const root = fromMarkdown(markdown);
  const definitions = definitionsIn(root);

  const element = (tag: TextElement['tag'], children: TextPart[]): TextPart[] => [{ tag, children }];
  const link = (href: string, children: TextPart[]): TextPart[] =>
    SAFE_LINK.test(href) ? [{ tag: 'a', href, children }] : children;

  function partsOf(node: Nodes, depth: number): TextPart[] {
    if (depth > DEPTH_MAX) return [plainText(node)];
    const children = () =>
      'children' in node ? node.children.flatMap((child) => partsOf(child, depth + 1)) : [];
    switch (node.type) {
      case 'text':
      case 'html':
        return [node.value];
      case 'paragraph':
        return element('p', children());
      case 'heading':
        return element(HEADINGS[node.depth - 1] ?? 'h6', children());
      case 'list':
        return element(node.ordered ? 'ol' : 'ul', children());
      case 'listItem':
        return element('li', children());
      case 'blockquote':
        return element('blockquote', children());
      case 'thematicBreak':
        return element('hr', []);
      case 'break':
        return element('br', []);
      case 'emphasis':
        return element('em', children());
      case 'strong':
        return element('strong', children());
      case 'inlineCode':
        return element('code', [node.value]);
      case 'code':
        return element('pre', [node.value]);
      case 'image':
      case 'imageReference':
        return node.alt ? [node.alt] : [];
      case 'link':
        return link(node.url, children());
      case 'linkReference':
        return link(definitions.get(node.identifier) ?? '', children());
      case 'root':
        return children();
      default:
        return [];
    }
  }
  return partsOf(root, 0);
}
