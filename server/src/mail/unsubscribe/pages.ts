import { html } from 'hono/html';
import { page } from '../../identity/page.ts';

/** The texts about one sort of mails: "No more mails about {about}?" */
export interface MailSort {
  about: string;
  /** What still happens without these mails. */
  otherwise: string;
  /** When these mails come, once they are on again. */
  when: string;
  /** The page that these mails are about. */
  place: { path: string; label: string };
}

const form = (path: string, token: string, action: 'off' | 'on', label: string) =>
  html`<form method="post" action="${path}">
    <input type="hidden" name="token" value="${token}" />
    <input type="hidden" name="action" value="${action}" />
    <button class="button">${label}</button>
  </form>`;

/** Asks for a confirmation: programs that follow every link of a mail must not unsubscribe anybody. */
export const askPage = ({ about, otherwise }: MailSort, path: string, token: string) =>
  page(
    `No more mails about ${about}?`,
    html`<p>${otherwise} Mails about your account are not touched.</p>
      ${form(path, token, 'off', 'Send me no more')}`,
  );

export const offPage = ({ about, otherwise }: MailSort, path: string, token: string) =>
  page(
    `You get no more mails about ${about}`,
    html`<p role="status">${otherwise}</p>
      ${form(path, token, 'on', 'Turn them on again')}`,
  );

export const onPage = ({ about, when, place }: MailSort) =>
  page(
    `You get mails about ${about} again`,
    html`<p role="status">${when}</p>
      <a class="button" href="${place.path}">${place.label}</a>`,
  );

export const noPage = () =>
  page(
    'This link does not work',
    html`<p role="alert">It is not whole, or the account is gone. Copy it out of the mail once more.</p>
      <a class="button" href="/">Go to Selvedge</a>`,
  );
