import { html } from 'hono/html';
import { page } from '../../identity/page.ts';

const form = (token: string, action: 'off' | 'on', label: string) =>
  html`<form method="post" action="/mail/unsubscribe">
    <input type="hidden" name="token" value="${token}" />
    <input type="hidden" name="action" value="${action}" />
    <button class="button">${label}</button>
  </form>`;

/** Asks: programs that follow every link of a mail give nothing up. */
export const askPage = (token: string) =>
  page(
    'No more mails about matches?',
    html`<p>Matches still show on your Want to Buy page. Mails about your account are not touched.</p>
      ${form(token, 'off', 'Send me no more')}`,
  );

export const offPage = (token: string) =>
  page(
    'You get no more mails about matches',
    html`<p role="status">Matches still show on your Want to Buy page.</p>
      ${form(token, 'on', 'Turn them on again')}`,
  );

export const onPage = () =>
  page(
    'You get mails about matches again',
    html`<p role="status">At most one an hour, and only while you are away.</p>
      <a class="button" href="/wtb">Go to Want to Buy</a>`,
  );

export const noPage = () =>
  page(
    'This link does not work',
    html`<p role="alert">It is not whole, or the account is gone. Copy it out of the mail once more.</p>
      <a class="button" href="/">Go to Selvedge</a>`,
  );
