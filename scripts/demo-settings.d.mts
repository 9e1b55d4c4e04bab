/** The types of demo-settings.mjs, which is part of the package and therefore JavaScript. */
export function demoSettings(
  env: NodeJS.ProcessEnv,
): Record<'DATA_DIR' | 'DATABASE_URL' | 'REDIS_URL', string>;
