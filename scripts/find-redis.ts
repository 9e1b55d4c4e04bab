import { existsSync } from 'node:fs';
import { installPackage, mayInstallPackages, onPath } from './machine-package.ts';

/** The path of an installed Redis or Valkey. */
export const ownRedis = (): string | undefined => onPath(['redis-server', 'valkey-server']).find(existsSync);

/**
 * The path of a Redis for the tests: an installed one, or a new installation; undefined if neither is
 * possible.
 */
export async function findRedis(): Promise<string | undefined> {
  const own = ownRedis();
  if (own || !mayInstallPackages()) return own;
  console.log('     installing Redis for the tests …');
  await installPackage('redis-server');
  return ownRedis();
}
