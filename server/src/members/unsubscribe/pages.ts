import { html } from 'hono/html';
import { type PlainPage, page } from '../../platform/http/plain-page.ts';

/** The texts about one kind of mail: "Unsubscribe from {about} e-mails?" */
export interface MailSort {
  about: string;
  /** What still happens without these mails. */
  otherwise: (name: string) => string;
  /** When these mails are sent after subscribing again. */
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

/** A page whose texts may contain the name of the instance. */
type Page = (name: string) => PlainPage;

/** Asks for confirmation: programs that follow every link in a mail must not unsubscribe members. */
export function confirmPage({ about, otherwise }: MailSort, path: string, token: string): Page {
  return (name) =>
    page(
      `Unsubscribe from ${about} e-mails?`,
      html`<p>${otherwise(name)} You will still get e-mails about your account.</p>
      ${form(path, token, 'off', 'Unsubscribe')}`,
    );
}

export function offPage({ about, otherwise }: MailSort, path: string, token: string): Page {
  return (name) =>
    page(
      `You are unsubscribed from ${about} e-mails`,
      html`<p role="status">${otherwise(name)}</p>
      ${form(path, token, 'on', 'Subscribe Again')}`,
    );
}

export function onPage({ about, when, place }: MailSort): Page {
  return () =>
    page(
      `You are subscribed to ${about} e-mails again`,
      html`<p role="status">${when}</p>
      <a class="button" href="${place.path}">${place.label}</a>`,
    );
}

export const invalidPage: Page = (name) =>
  page(
    'This link does not work',
    html`<p role="alert">It is incomplete, or the account was deleted. Copy the whole link from the e-mail.</p>
      <a class="button" href="/">Go to ${name}</a>`,
  );
