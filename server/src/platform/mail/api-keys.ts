import type { Mail } from './mailer.ts';
import { compose, notice } from './templates.ts';

export function apiKeyMadeMail(to: string, publicUrl: string): Mail {
  return notice(
    to,
    publicUrl,
    'An API key was made',
    'An API key was made for your account: a program that has it can do what it was made for, without your password.',
  );
}

export function apiKeyRevokedMail(to: string, publicUrl: string): Mail {
  return notice(
    to,
    publicUrl,
    'An API key was revoked',
    'An API key of your account was revoked. Programs that used it no longer reach your account.',
  );
}

export function apiKeyExpiresMail(to: string, expiresAt: Date, publicUrl: string): Mail {
  const day = expiresAt.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' });
  return compose({
    to,
    subject: 'An API key expires soon',
    lead: `An API key of your account expires on ${day}. Programs that use it then stop working. Your settings, under Account, show which one it is.`,
    action: 'Go to sign in',
    link: `${publicUrl}/login`,
    note: 'Before that day, make another key and give it to the program.',
  });
}
