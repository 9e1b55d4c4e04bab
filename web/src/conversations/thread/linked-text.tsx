import { LinkifyIt } from 'linkify-it';
import type { ReactNode } from 'react';

const linkify = new LinkifyIt({ fuzzyEmail: false, fuzzyIP: false });
// Only URLs that a browser opens as a page become links.
for (const schema of ['ftp:', 'mailto:', '//']) linkify.add(schema, null);

/** A message's text with its URLs as links. */
export function LinkedText({ text }: { text: string }): ReactNode {
  const matches = linkify.match(text);
  if (!matches) return text;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { index, lastIndex, url, raw } of matches) {
    parts.push(
      text.slice(end, index),
      <a key={index} href={url} target="_blank" rel="noopener noreferrer nofollow ugc">
        {raw}
      </a>,
    );
    end = lastIndex;
  }
  return [...parts, text.slice(end)];
}
