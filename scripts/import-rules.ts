import { cruise, type ICruiseResult, type IReporterOutput } from 'dependency-cruiser';
import config from './import-rules.config.ts';

/**
 * This checkout has more modules than this. A lower count is an error: a tool that finds no modules reports
 * no violations either.
 */
const MODULES_MIN = 250;
const FOLDERS = ['shared/src', 'server/src', 'server/demo', 'web/src'];

const { output } = (await cruise(FOLDERS, {
  ...config.options,
  ruleSet: { forbidden: config.forbidden },
  validate: true,
})) as IReporterOutput & { output: ICruiseResult };

const ours = output.modules.filter(({ source }) => FOLDERS.some((folder) => source.startsWith(folder)));
for (const { from, to, rule } of output.summary.violations) console.log(`${rule.name}: ${from} → ${to}`);
console.log(`${ours.length} modules, ${output.summary.violations.length} violations`);
if (ours.length < MODULES_MIN) console.log(`at least ${MODULES_MIN} modules expected`);
process.exit(output.summary.violations.length > 0 || ours.length < MODULES_MIN ? 1 : 0);
