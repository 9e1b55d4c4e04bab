import { html } from 'hono/html';
import { page } from './page.ts';
import type { LinkRow, LinkType } from './queries.ts';
import { asksPassword } from './verify-link.ts';

const TEXTS = {
  signup: {
    title: 'Confirm your e-mail',
    lead: 'One click, and your account is ready.',
    label: 'Choose a password',
    button: 'Confirm my address',
  },
  recovery: {
    title: 'Set a new password',
    lead: 'It replaces the old one and signs you out everywhere.',
    label: 'New password',
    button: 'Set this password',
  },
  email_change: {
    title: 'Confirm the new e-mail',
    lead: 'Your account changes its address once both addresses, the old and the new, have said yes.',
    label: '',
    button: 'Confirm the change',
  },
} as const satisfies Record<LinkType, object>;

/** Where a used link redirects to, except that of a sign-up; the sign-in page says what has happened. */
export const AFTER = {
  recovery: '/login?reset=1',
  email_change: '/login?changed=1',
  half: '/login?half=1',
} as const satisfies Record<Exclude<LinkType, 'signup'> | 'half', string>;

/** The page for a link that no longer works, or never did. */
export const usedPage = () =>
  page(
    'This link no longer works',
    html`<p>It was used before, a newer one has replaced it, or it is older than an hour. The sign-in page sends you
      another.</p>
      <a class="button" href="/login">Go to sign in</a>`,
  );

/** The page for somebody who has used links too often. */
export const tooManyPage = (message: string) =>
  page(
    'A little slower, please',
    html`<p role="alert">${message}</p>
      <a class="button" href="/login">Go to sign in</a>`,
  );

interface Shown {
  link: LinkRow;
  token: string;
  passwordMin: number;
  /** What was wrong with the password that was just sent. */
  problem?: string;
}

/** The page of a link that works, with the button that uses it. */
export const linkPage = ({ link, token, passwordMin, problem }: Shown) => {
  const { title, lead, label, button } = TEXTS[link.type];
  return page(
    title,
    html`<p>${lead}</p>
      <form method="post" action="/auth/v1/verify">
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="type" value="${link.type}" />
        ${
          asksPassword(link)
            ? html`<label for="password">${label}</label>
                <input id="password" name="password" type="password" autocomplete="new-password" required
                  minlength="${passwordMin}" aria-describedby="problem" autofocus />`
            : ''
        }
        <p id="problem" role="alert" class="problem">${problem ?? ''}</p>
        <button class="button">${button}</button>
      </form>`,
  );
};
