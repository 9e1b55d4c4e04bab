import { logoAt } from '@selvedge/shared/instance/instance-pictures';
import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import { contactLink } from '@selvedge/shared/instance/text-pages';
import { imageVariant } from '@selvedge/shared/platform/pictures';
import { THEME_ACCENT } from '@selvedge/shared/platform/theme-accent';
import { wordmark } from '@selvedge/shared/platform/titles';
import { html } from 'hono/html';
import type { Mail } from './mailer.ts';

interface Link {
  text: string;
  link: string;
}

/** A line of a mail. */
export interface Item extends Link {
  /** The path of its picture on this site. */
  imageUrl?: string | null;
}

type Text = string | ((name: string) => string);

interface MailContent {
  to: string;
  subject: string;
  lead: Text;
  details?: readonly string[];
  action: Text;
  link: string;
  note: string;
  code?: string;
  items?: Item[];
  unsubscribe?: Link;
  lastsMs?: number;
}

/** How long a mailed link that proves an identity is valid; the mails state it, too. */
export const LINK_LASTS_MS = 60 * 60_000;

// Mail clients support tables and inline styles, and little else.
const THREAD = '#be1e2d';
const SANS = 'font-family:Archivo,Helvetica,Arial,sans-serif';

const LOGO_BOX = { width: 240, height: 40 };
const INK = '#171b22';

function head(instance: InstanceSettings, publicUrl: string) {
  const logo = logoAt(instance.logo);
  const { accent, name } = instance;
  const style = `padding:20px 32px;border-bottom:1px solid ${accent || THREAD};${SANS};font-size:20px;font-weight:700;letter-spacing:-0.5px;color:${INK}`;
  if (!logo) return html`<td style="${style}">${wordmark(name)}</td>`;
  const scale = Math.min(LOGO_BOX.width / logo.width, LOGO_BOX.height / logo.height);
  const [width, height] = [Math.round(logo.width * scale), Math.round(logo.height * scale)];
  const ground = logo.ground === 'dark' ? ';background:#0d1016;color:#ffffff' : '';
  return html`<td style="${style}${ground}"><img src="${new URL(logo.url, publicUrl)}" width="${width}" height="${height}" alt="${name}" style="display:block;border:0" /></td>`;
}

/** Of all items of a mail, the first so many have their picture. */
const PICTURES_MAX = 6;

const picture = (url: string) =>
  html`<img src="${url}" width="64" height="64" alt="" style="margin-right:12px;border:0;vertical-align:middle;object-fit:cover" />`;

function itemList(items: Item[], color: string, publicUrl: string) {
  const pictured = items.filter(({ imageUrl }) => imageUrl).slice(0, PICTURES_MAX);
  return html`<ul style="margin:0 0 24px;padding:0;list-style:none">${items.map(
    (item) =>
      html`<li style="padding:10px 0;border-bottom:1px solid #dfe2e7;font-size:16px;line-height:24px"><a href="${item.link}" style="color:${color}">${
        item.imageUrl && pictured.includes(item) ? picture(publicUrl + imageVariant(item.imageUrl, 320)) : ''
      }${item.text}</a></li>`,
  )}</ul>`;
}

const paragraphs = (texts: readonly string[]) =>
  texts.map(
    (text) =>
      html`<p style="margin:0 0 16px;font-size:16px;line-height:24px;color:#505865;white-space:pre-line">${text}</p>`,
  );

type Written = Omit<MailContent, 'lead' | 'action'> & { lead: string; action: string };

const layout = (
  instance: InstanceSettings,
  publicUrl: string,
  { subject, lead, details = [], code, action, link, note, items = [], unsubscribe }: Written,
) => {
  const { accent, contact } = instance;
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="color-scheme" content="light dark" />
    <title>${subject}</title>
  </head>
  <body style="margin:0;background:#f6f7f9">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f7f9">
      <tr>
        <td align="center" style="padding:32px 16px">
          <table role="presentation" width="480" cellpadding="0" cellspacing="0" style="max-width:480px;width:100%;background:#ffffff">
            <tr>
              ${head(instance, publicUrl)}
            </tr>
            <tr>
              <td style="padding:32px;${SANS};color:#171b22">
                <h1 style="margin:0 0 12px;font-size:22px;line-height:28px">${subject}</h1>
                <p style="margin:0 0 24px;font-size:16px;line-height:24px;color:#505865">${lead}</p>
                ${paragraphs(details)}
                ${code ? html`<p style="margin:0 0 24px;font-size:28px;line-height:36px;font-weight:700;letter-spacing:4px">${code}</p>` : ''}
                ${items.length > 0 ? itemList(items, accent || THEME_ACCENT, publicUrl) : ''}
                <a href="${link}" style="display:inline-block;padding:13px 24px;border-radius:3px;background:${accent || THEME_ACCENT};color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${action}</a>
                <p style="margin:24px 0 0;font-size:13px;line-height:20px;color:#636a77">${note}</p>
                <p style="margin:16px 0 0;font-size:12px;line-height:18px;color:#636a77;word-break:break-all">${link}</p>
                ${
                  unsubscribe
                    ? html`<p style="margin:16px 0 0;font-size:13px;line-height:20px"><a href="${unsubscribe.link}" style="color:#636a77">${unsubscribe.text}</a></p>`
                    : ''
                }
                ${contact && html`<p style="margin:16px 0 0;font-size:13px;line-height:20px;color:#636a77">Contact: <a href="${contactLink(contact)}" style="color:#636a77">${contact}</a></p>`}
              </td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>`;
};

const plainText = ({ name, contact }: InstanceSettings, content: Written): string =>
  [
    content.lead,
    ...(content.details ?? []),
    ...(content.code ? [content.code] : []),
    ...(content.items ?? []).map(({ text, link }) => `${text}\n${link}`),
    `${content.action}: ${content.link}`,
    content.note,
    ...(content.unsubscribe ? [`${content.unsubscribe.text}: ${content.unsubscribe.link}`] : []),
    `${name}${contact && `\nContact: ${contact}`}\n`,
  ].join('\n\n');

export function compose(content: MailContent): Mail {
  return {
    to: content.to,
    subject: content.subject,
    link: content.link,
    ...(content.lastsMs !== undefined && { lastsMs: content.lastsMs }),
    render(instance, publicUrl) {
      const write = (text: Text) => (typeof text === 'string' ? text : text(instance.name));
      const written = { ...content, lead: write(content.lead), action: write(content.action) };
      return { text: plainText(instance, written), html: String(layout(instance, publicUrl, written)) };
    },
  };
}

export function confirmEmailMail(to: string, link: string): Mail {
  return compose({
    to,
    link,
    subject: 'Confirm your e-mail',
    lead: (name) => `Welcome to ${name}. Confirm your address to start buying, selling and messaging.`,
    action: 'Confirm my address',
    note: 'The link works once, within the hour. If this was not you, ignore this e-mail: nothing changes unless the link is used.',
    lastsMs: LINK_LASTS_MS,
  });
}

export function haveAccountMail(to: string, publicUrl: string): Mail {
  return compose({
    to,
    link: `${publicUrl}/login`,
    subject: 'You already have an account',
    lead: 'Someone tried to sign up with this address, which already has an account. If it was you, just sign in.',
    action: 'Go to sign in',
    note: 'If this was not you, ignore this e-mail: nothing has changed.',
  });
}

const NOT_YOU =
  'If this was not you, set a new password at once with "Forgot password?" on the sign-in page: that ends every session.';

export function recoveryMail(to: string, link: string): Mail {
  return compose({
    to,
    link,
    subject: 'Reset your password',
    lead: 'Someone asked to reset the password of your account. Setting a new one signs you out everywhere.',
    action: 'Set a new password',
    note: 'The link works once, within the hour. If this was not you, ignore this e-mail: nothing changes unless the link is used.',
    lastsMs: LINK_LASTS_MS,
  });
}

export function confirmEmailChangeMail(to: string, link: string): Mail {
  return compose({
    to,
    link,
    subject: 'Confirm the change of your e-mail',
    lead: "Someone signed in to your account asked to change its e-mail address. Once you confirm it here, we'll send a link to the new address.",
    action: 'Continue the change',
    note: `The link works once, within the hour. ${NOT_YOU}`,
    lastsMs: LINK_LASTS_MS,
  });
}

export function confirmNewEmailMail(to: string, link: string): Mail {
  return compose({
    to,
    link,
    subject: 'Confirm new e-mail',
    lead: 'Someone wants to use this address for their account. Confirm it with the password of that account.',
    action: 'Confirm this address',
    note: 'The link works once, within the hour. If this was not you, ignore this e-mail: nothing changes unless the link is used.',
    lastsMs: LINK_LASTS_MS,
  });
}

export const NONCE_LASTS_MS = 10 * 60_000;

export function nonceMail(to: string, code: string, publicUrl: string): Mail {
  return compose({
    to,
    code,
    link: `${publicUrl}/`,
    subject: "Your code to confirm it's you",
    lead: 'Someone signed in to your account wants to change how you sign in. If it is you, enter this code:',
    action: (name) => `Go to ${name}`,
    note: `The code works once, within ten minutes. Share it with no one. ${NOT_YOU}`,
    lastsMs: NONCE_LASTS_MS,
  });
}

/** A mail about a change of how an account can be used. */
export const notice = (to: string, publicUrl: string, subject: string, lead: string): Mail =>
  compose({ to, subject, lead, link: `${publicUrl}/login`, action: 'Go to sign in', note: NOT_YOU });

export function passwordChangedMail(to: string, publicUrl: string): Mail {
  return notice(
    to,
    publicUrl,
    'Your password was changed',
    'The password of your account was changed. Other devices have been signed out.',
  );
}

export function emailChangedMail(to: string, publicUrl: string): Mail {
  return notice(
    to,
    publicUrl,
    'Your e-mail was changed',
    'Your account has a new e-mail address: sign in with it from now on. If you had connected Discord or an authenticator app, connect it again in the settings.',
  );
}

export function discordLinkedMail(to: string, publicUrl: string): Mail {
  return notice(
    to,
    publicUrl,
    'You can now sign in with Discord',
    'A Discord account with this address was linked to your account.',
  );
}

export function discordUnlinkedMail(to: string, publicUrl: string): Mail {
  return notice(
    to,
    publicUrl,
    'You can no longer sign in with Discord',
    'A Discord account was unlinked from your account. Other browsers were signed out.',
  );
}

export function oidcLinkedMail(to: string, name: string, publicUrl: string): Mail {
  return notice(
    to,
    publicUrl,
    `You can now sign in with ${name}`,
    `An account at ${name} was linked to your account.`,
  );
}

export function oidcUnlinkedMail(to: string, name: string, publicUrl: string): Mail {
  return notice(
    to,
    publicUrl,
    `You can no longer sign in with ${name}`,
    `An account at ${name} was unlinked from your account. Other browsers were signed out.`,
  );
}

export function recoveryCodesMadeMail(to: string, publicUrl: string): Mail {
  return notice(
    to,
    publicUrl,
    'You have new recovery codes',
    'New recovery codes for two-step sign-in were created for your account. The old ones no longer work.',
  );
}

export function recoveryCodeUsedMail(to: string, left: number, publicUrl: string): Mail {
  return notice(
    to,
    publicUrl,
    'A recovery code was used',
    `Someone signed in to your account with a recovery code instead of the authenticator app. Codes left: ${left}.`,
  );
}

export function factorAddedMail(to: string, publicUrl: string): Mail {
  return notice(
    to,
    publicUrl,
    'Two-step sign-in is on',
    'From now on, signing in to your account requires a code from your authenticator app. Other browsers were signed out.',
  );
}

export function factorRemovedMail(to: string, publicUrl: string): Mail {
  return notice(
    to,
    publicUrl,
    'Two-step sign-in is off',
    'An authenticator app was removed from your account: signing in no longer needs its codes.',
  );
}

export function passkeyAddedMail(to: string, publicUrl: string): Mail {
  return notice(
    to,
    publicUrl,
    'A passkey was added',
    'A passkey was added to your account: anyone who can unlock its device can sign in with it, without your password.',
  );
}

export function passkeyRemovedMail(to: string, publicUrl: string): Mail {
  return notice(
    to,
    publicUrl,
    'A passkey was removed',
    'A passkey was removed from your account and no longer signs in. Other browsers were signed out.',
  );
}

export function passkeyStepAddedMail(to: string, publicUrl: string): Mail {
  return notice(
    to,
    publicUrl,
    'Two-step sign-in is on',
    'From now on, signing in to your account with your password also requires a passkey. Other browsers were signed out.',
  );
}

export function passkeyStepRemovedMail(to: string, publicUrl: string): Mail {
  return notice(
    to,
    publicUrl,
    'Two-step sign-in is off',
    'Signing in to your account with your password no longer requires a passkey.',
  );
}

export function testMail(to: string, publicUrl: string): Mail {
  return compose({
    to,
    subject: 'Mail works',
    lead: (name) => `This is a test of the mail that ${name} sends.`,
    action: (name) => `Open ${name}`,
    link: publicUrl,
    note: 'An admin of this site has sent it to this address.',
  });
}
