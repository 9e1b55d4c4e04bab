import type { Mail } from './mailer.ts';
import { compose, notice } from './templates.ts';

export function apiKeyMadeMail(to: string, name: string, publicUrl: string): Mail {
  return notice(
    to,
    publicUrl,
    'An API key was made',
    `The API key “${name}” was made for your account. Whoever has it can do what it was made for, without your password.`,
  );
}

export function apiKeyRevokedMail(to: string, name: string, publicUrl: string): Mail {
  return notice(
    to,
    publicUrl,
    'An API key was revoked',
    `The API key “${name}” was revoked. Programs that used it no longer reach your account.`,
  );
}

export function apiKeyExpiresMail(
  to: string,
  { name, expiresAt }: { name: string; expiresAt: Date },
  publicUrl: string,
): Mail {
  const day = expiresAt.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' });
  return compose({
    to,
    subject: 'An API key expires soon',
    lead: `The API key “${name}” expires on ${day}. Programs that use it then stop working.`,
    action: 'Go to sign in',
    link: `${publicUrl}/login`,
    note: 'Before that, make another key in your settings, under Account, and give it to the program.',
  });
}
