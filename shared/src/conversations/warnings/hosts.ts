import hosts from './hosts.json' with { type: 'json' };
import { withLatinLetters, withoutInvisible, withoutLeet } from './plain.ts';

interface KnownSite {
  name: string;
  /** The genuine domains. */
  own: readonly string[];
  /** Counts as a whole word only. */
  isShort: boolean;
}

/** Brands that phishing imitates. */
const KNOWN: readonly KnownSite[] = Object.entries(hosts.sites).map(([name, own]) => ({
  name,
  own,
  isShort: hosts.shortNames.includes(name),
}));

/** Companies that own their name under many country domains. */
const MULTI_COUNTRY = new Set(hosts.multiCountry);
const COUNTRY_ENDING = /^(?:com|[a-z]{2}|(?:com?)\.[a-z]{2})$/u;

/** Link shorteners, which hide the target of a link. */
const SHORTENERS = new Set(hosts.shorteners);

/** Words typical of phishing hosts: two of them, or one under a cheap top-level domain. */
const BAIT = new RegExp(`^(?:${hosts.bait.join('|')})$`, 'u');
const CHEAP_ENDING = new RegExp(`\\.(?:${hosts.cheapEndings.join('|')})$`, 'u');

/** How many words of a host are typical of phishing. */
const baitIn = (host: string) => host.split(/[.-]/u).filter((word) => BAIT.test(word)).length;
const isBait = (host: string) => baitIn(host) >= (CHEAP_ENDING.test(host) ? 1 : 2) && host.includes('-');

/** A host written as one number, decimal or hexadecimal. */
const NUMBER_HOST = /https?:\/\/(?:\d{6,12}|0x[\da-f]{6,8})(?=[/:?#\s]|$)/iu;
/** A well-known host in the path of another: `elsewhere.example/www.paypal.com/signin`. */
const HOST_IN_PATH =
  /[\w-]\.[a-z]{2,10}\/(?:https?:?\/{0,2})?(?:www\.)?(?:paypal|vinted|ebay|depop|grailed|dhl|usps|fedex|stripe|venmo)\.[a-z]{2,3}\//iu;
/** A Markdown link whose text names one host and whose target is another. */
const MISLEADING_MARKDOWN =
  /\[(?:https?:\/\/)?(?:www\.)?([\w-]{1,60}\.[\w.-]{2,40})[^\]]{0,80}\]\(https?:\/\/(?:www\.)?(?!\1)/iu;

/** A cheap check first: most messages have no link and need no further analysis. */
const MAYBE_LINK = /[^\s.]\.[^\s.]|:\/\/|\bdot\b|\[/iu;

const LINK =
  /(?<![\p{L}\p{N}@.])(?:(https?):\/\/)?((?:[^\s/@:]{1,64}(?::[^\s/@]{1,64})?@)?)((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}[\p{L}\p{N}-]{1,24})(?=[/:?#\s).,!'"]|$)/giu;

interface Link {
  host: string;
  /** `someone@` before the host, which disguises the true host. */
  hasUser: boolean;
  hasScheme: boolean;
}

const ENDINGS = /\.(?:jpe?g|png|heic|webp|pdf|txt)$/iu;

/** How many links of a message are checked: each is compared with every known site. */
const LINKS_MAX = 20;

/** The distinct links of a text, at most one more than the number that is checked. */
function linksIn(text: string): Link[] {
  const links = new Map<string, Link>();
  for (const [, scheme, user, host = ''] of text.matchAll(LINK)) {
    // Without a scheme, `name@host` is a mail address.
    if (!scheme && user) continue;
    if (!scheme && (ENDINGS.test(host) || /\.\d+$/u.test(host))) continue;
    const link = { host: host.toLowerCase(), hasUser: user !== '', hasScheme: scheme !== undefined };
    links.set(Object.values(link).join(' '), link);
    if (links.size > LINKS_MAX) break;
  }
  return [...links.values()];
}

/** Restores hosts that are written to get past filters: `paypal-help[.]com`, `grailed-pay (dot) net`. */
const deobfuscate = (text: string) =>
  withoutInvisible(text)
    .replace(/\bhxxp/giu, 'http')
    .replace(/(?<=\w)(?: ?[[({](?:\.|dot)[\])}] ?| dot )(?=\w)/giu, '.');

const isAddress = (host: string) => /^\d{1,3}(?:\.\d{1,3}){3}$/u.test(host);

/** Whether two words differ by one letter (inserted, removed or replaced), or by two swapped neighbours. */
function differByOne(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}

/**
 * Only names of at least this length are checked for typos: too many shorter ones differ from a genuine name
 * by one letter.
 */
const TYPO_LENGTH = 6;

function imitates(host: string, { name, own, isShort }: KnownSite): boolean {
  if (own.some((domain) => host === domain || host.endsWith(`.${domain}`))) return false;
  const labels = host.split('.');
  const at = labels.lastIndexOf(name);
  if (MULTI_COUNTRY.has(name) && at >= 0 && COUNTRY_ENDING.test(labels.slice(at + 1).join('.'))) return false;
  const words = labels.slice(0, -1).flatMap((label) => [label, ...label.split('-')]);
  return words.some((word) => {
    const read = withoutLeet(word).replaceAll('rn', 'm').replaceAll('vv', 'w');
    if (word === name || read === name) return true;
    if (isShort) return false;
    return (
      read.includes(name) || (name.length >= (baitIn(host) > 0 ? 5 : TYPO_LENGTH) && differByOne(read, name))
    );
  });
}

/**
 * Whether a text has a link that imitates a well-known site or this one, or hides its target. A text with
 * more links than are checked is suspicious as a whole: otherwise harmless links could hide a bad one.
 * @param ownHost the host of this instance
 */
export function hasSuspiciousLink(text: string, ownHost: string): boolean {
  if (!MAYBE_LINK.test(text)) return false;
  const own = ownHost.replace(/:\d+$/u, '');
  if ([NUMBER_HOST, HOST_IN_PATH, MISLEADING_MARKDOWN].some((pattern) => pattern.test(text))) return true;
  const links = linksIn(deobfuscate(text));
  if (links.length > LINKS_MAX) return true;
  return links.some(({ host, hasUser, hasScheme }) => {
    if (host === own || host.endsWith(`.${own}`)) return false;
    if (hasUser || SHORTENERS.has(host) || (hasScheme && isAddress(host))) return true;
    if (host.split('.').some((label) => label.startsWith('xn--'))) return true;
    if (isBait(host)) return true;
    const latin = withLatinLetters(host);
    // Mixed scripts: letters that look Latin beside real Latin ones.
    if (latin !== host && /[a-z]/u.test(host.replace(/\.[a-z-]+$/u, ''))) return true;
    const site = own.split('.').at(-2) ?? own;
    return [...KNOWN, ...(site.length >= 4 ? [{ name: site, own: [own], isShort: false }] : [])].some(
      (known) => imitates(latin, known),
    );
  });
}
