/** The demo uses its own data folder unless one is set, and ignores databases set in the environment. */
export const demoSettings = ({ DATA_DIR }) => ({
  DATA_DIR: DATA_DIR || 'data/demo',
  DATABASE_URL: '',
  REDIS_URL: '',
});
