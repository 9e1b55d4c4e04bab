import { randomInt } from 'node:crypto';

// Without characters that look alike.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 8;

/** A username that reveals nothing about its owner: `user` and eight random characters. */
export function randomUsername(): string {
  return `user${Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
}
