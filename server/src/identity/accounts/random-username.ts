import { randomInt } from 'node:crypto';

// Without letters and digits that look alike.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 8;

/** A name that says nothing about who gets it: `user` and eight random characters. */
export const randomUsername = (): string =>
  `user${Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
