import { html } from 'hono/html';
import { page } from '../../platform/http/plain-page.ts';
import type { LinkRow, LinkType } from '../queries.ts';
import type { Question } from './link-question.ts';

const TEXTS = {
  signup: {
    title: 'Confirm your e-mail',
    lead: 'One click, and your account is ready.',
    button: 'Confirm My Address',
  },
  recovery: {
    title: 'Set a new password',
    lead: 'It replaces the old one and signs you out everywhere.',
    button: 'Set This Password',
  },
  email_change: {
    title: 'Change your e-mail',
    lead: 'We then send a link to the new address. Your account changes once you have used that one, too.',
    button: 'Continue the Change',
  },
  new_email: {
    title: 'Confirm the new e-mail',
    lead: 'Enter the password of your account, and this address replaces the old one. You are signed out everywhere. You will have to set up Discord and two-step sign-in again.',
    button: 'Confirm This Address',
  },
} as const;

const FIELDS = {
  'new password': { label: 'Choose a password', autocomplete: 'new-password' },
  password: { label: 'Your password', autocomplete: 'current-password' },
} as const;

/** Where links other than a sign-up's redirect after use; the sign-in page explains what happened. */
export const AFTER = {
  recovery: '/login?reset=1',
  email_change: '/login?changed=1',
  half: '/login?half=1',
} as const satisfies Record<Exclude<LinkType, 'signup'> | 'half', string>;

export function deadLinkPage() {
  return page(
    'This link no longer works',
    html`<p>It was used before, replaced by a newer one, or is older than an hour. You can request another on the
      sign-in page.</p>
      <a class="button" href="/login">Go to sign in</a>`,
  );
}

/** The page for a sign-up whose invitation admits no one any more. */
export function notAdmittedPage(message: string) {
  return page(
    'Your account is not ready',
    html`<p role="alert">${message}</p>
      <a class="button" href="/login">Go to sign in</a>`,
  );
}

export function tooManyPage(message: string) {
  return page(
    'Slow down, please',
    html`<p role="alert">${message}</p>
      <a class="button" href="/login">Go to sign in</a>`,
  );
}

interface Shown {
  link: LinkRow;
  question: Question;
  token: string;
  passwordMin: number;
  problem?: string;
}

export function linkPage({ link, question, token, passwordMin, problem }: Shown) {
  const { title, lead, button } = TEXTS[link.isLast ? 'new_email' : link.type];
  const field = question.what === 'nothing' ? null : FIELDS[question.what];
  return page(
    title,
    html`<p>${lead}</p>
      <form method="post" action="/auth/v1/verify">
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="type" value="${link.type}" />
        ${
          field
            ? html`<label for="password">${field.label}</label>
                <input id="password" name="password" type="password" autocomplete="${field.autocomplete}" required
                  minlength="${question.what === 'password' ? 1 : passwordMin}" aria-describedby="problem" autofocus />`
            : ''
        }
        <p id="problem" role="alert" class="problem">${problem ?? ''}</p>
        <button class="button">${button}</button>
      </form>`,
  );
}
