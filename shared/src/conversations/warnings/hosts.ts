import { withLatinLetters, withoutInvisible, withoutLeet } from './plain.ts';

/** Brands that phishing imitates, with their genuine domains. `isShort` names count as whole words only. */
const KNOWN: readonly { name: string; own: readonly string[]; isShort?: true }[] = [
  { name: 'selvedge', own: [] },
  { name: 'paypal', own: ['paypal.com', 'paypal.me', 'paypalobjects.com'] },
  { name: 'venmo', own: ['venmo.com'] },
  { name: 'zelle', own: ['zellepay.com', 'zelle.com'] },
  { name: 'cashapp', own: ['cash.app', 'cashapp.com'] },
  { name: 'stripe', own: ['stripe.com'] },
  { name: 'klarna', own: ['klarna.com'] },
  { name: 'grailed', own: ['grailed.com'] },
  { name: 'depop', own: ['depop.com'] },
  { name: 'vinted', own: [] },
  { name: 'ebay', own: [], isShort: true },
  { name: 'etsy', own: ['etsy.com', 'etsy.me'], isShort: true },
  { name: 'poshmark', own: ['poshmark.com', 'poshmark.ca'] },
  { name: 'mercari', own: ['mercari.com'] },
  { name: 'stockx', own: ['stockx.com'] },
  { name: 'therealreal', own: ['therealreal.com'] },
  { name: 'vestiairecollective', own: ['vestiairecollective.com'] },
  { name: 'facebook', own: ['facebook.com', 'fb.com'] },
  { name: 'instagram', own: ['instagram.com'] },
  { name: 'whatsapp', own: ['whatsapp.com'] },
  { name: 'google', own: [] },
  { name: 'apple', own: ['apple.com', 'icloud.com'], isShort: true },
  { name: 'amazon', own: [], isShort: true },
  { name: 'usps', own: ['usps.com'], isShort: true },
  { name: 'fedex', own: ['fedex.com'] },
  { name: 'ups', own: ['ups.com'], isShort: true },
  { name: 'dhl', own: ['dhl.com', 'dhl.de'], isShort: true },
  { name: 'dpd', own: ['dpd.com', 'dpd.co.uk', 'dpd.de', 'dpd.fr'], isShort: true },
  { name: 'evri', own: ['evri.com'], isShort: true },
  { name: 'royalmail', own: ['royalmail.com'] },
  { name: 'canadapost', own: ['canadapost.ca', 'canadapost-postescanada.ca'] },
  { name: 'correos', own: ['correos.es', 'correos.com'], isShort: true },
  { name: 'colissimo', own: ['colissimo.fr'] },
  { name: 'chronopost', own: ['chronopost.fr', 'chronopost.com'] },
  { name: 'laposte', own: ['laposte.fr', 'laposte.net'] },
  { name: 'mondialrelay', own: ['mondialrelay.fr', 'mondialrelay.com'] },
  { name: 'hermes', own: ['hermes.com', 'myhermes.de', 'hermesworld.com'], isShort: true },
  { name: 'inpost', own: [], isShort: true },
  { name: 'wallapop', own: ['wallapop.com'] },
  { name: 'kleinanzeigen', own: ['kleinanzeigen.de', 'ebay-kleinanzeigen.de'] },
  { name: 'leboncoin', own: ['leboncoin.fr'] },
  { name: 'revolut', own: ['revolut.com', 'revolut.me'] },
  { name: 'westernunion', own: ['westernunion.com'] },
  { name: 'coinbase', own: ['coinbase.com'] },
  { name: 'sparkasse', own: ['sparkasse.de'] },
  { name: 'icloud', own: ['icloud.com'] },
  { name: 'microsoft', own: ['microsoft.com'] },
  { name: 'netflix', own: ['netflix.com'] },
  { name: 'farfetch', own: ['farfetch.com'] },
  { name: 'ssense', own: ['ssense.com'] },
];

/** Companies that own their name under many country domains. */
const MULTI_COUNTRY = new Set(['vinted', 'ebay', 'google', 'amazon', 'dhl', 'inpost']);
const COUNTRY_ENDING = /^(?:com|[a-z]{2}|(?:com?)\.[a-z]{2})$/u;

/** Link shorteners, which hide the target of a link. */
const SHORTENERS = new Set([
  ...['bit.ly', 'tinyurl.com', 't.ly', 'cutt.ly', 'rb.gy', 'is.gd', 'goo.gl', 'ow.ly', 'shorturl.at', 's.id'],
  ...[
    'rebrand.ly',
    'tiny.cc',
    'v.gd',
    'bl.ink',
    'shorte.st',
    'clck.ru',
    'qr.ae',
    'buff.ly',
    'soo.gd',
    'u.to',
    'shorturl.gg',
    'tiny.one',
  ],
  ...[
    'lnkd.in',
    't.co',
    'bitly.com',
    'gg.gg',
    'x.gd',
    'da.gd',
    'urlz.fr',
    'short.io',
    'kutt.it',
    'n9.cl',
    'acortar.link',
  ],
  ...[
    'shrtco.de',
    '1url.com',
    'l1nq.com',
    'lnk.to',
    'tr.im',
    'adf.ly',
    'bc.vc',
    'ouo.io',
    'dub.sh',
    'surl.li',
    'urlr.me',
  ],
]);

/** Words typical of phishing hosts: two of them, or one under a cheap top-level domain. */
const BAIT =
  /^(?:pay|payments?|paiement|pago|secured?|verify|verification|verified|login|signin|account|update|claims?|payouts?|redelivery|delivery|parcel|track|safe|safedeal|escrow|refunds?|checkout|confirm|support|billing|wallet|unlock|orders?|invoice|buyer|seller|protection|protect|shipping|label|customs|transaction|funds|receive|release|bank|auth|identity|zustellung|paket|entrega|envio|seguro|colis|livraison|pacco|consegna)$/u;
const CHEAP_ENDING =
  /\.(?:top|xyz|click|live|info|shop|site|online|help|tk|ml|ga|cf|gq|icu|buzz|rest|cfd|sbs|cc|ru|su|vip|work|link|lol|cyou|monster|quest|bond|pw|ws|life|world|fun|space|website|store|support|pro|digital|today)$/u;

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

function imitates(host: string, { name, own, isShort }: (typeof KNOWN)[number]): boolean {
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
    return [...KNOWN, ...(site.length >= 4 ? [{ name: site, own: [own] }] : [])].some((known) =>
      imitates(latin, known),
    );
  });
}
