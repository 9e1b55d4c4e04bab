import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './child.ts';

// The parser imports its schema without naming its type, which Node requires.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import(
  '@actions/workflow-parser'
);

/** A release, or a commit; a branch could change what runs here. */
const PINNED = /^(\.\/|[\w.-]+(\/[\w.-]+)+@(v\d+(\.\d+)*|[0-9a-f]{40})$)/;

interface Job {
  uses?: string;
  steps?: { uses?: string; run?: string; name?: string; 'working-directory'?: string }[];
}
interface Workflow {
  permissions?: unknown;
  jobs: Record<string, Job>;
}

/** Parses a workflow, without checking it. @param path relative to the project's root */
export const readWorkflow = (path: string): Workflow => parse(readFileSync(join(ROOT, path), 'utf8'));

/**
 * What is wrong with a workflow: everything that GitHub's own parser refuses, actions that are not pinned, and jobs that
 * would run with all permissions.
 */
export async function problemsIn(name: string, content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  const refused = context.errors.getErrors().map(({ message }) => message);
  if (refused.length > 0) return refused;
  const { permissions, jobs } = parse(content) as Workflow;
  const used = Object.values(jobs).flatMap(({ uses, steps = [] }) => [
    uses,
    ...steps.map((step) => step.uses),
  ]);
  return [
    ...(permissions === undefined ? [`${name}: permissions are missing, so its jobs have all`] : []),
    ...used.flatMap((uses) =>
      uses && !PINNED.test(uses) ? [`${name}: ${uses} is not pinned to a release`] : [],
    ),
  ];
}

/** The problems of all workflows of the project. */
export async function checkWorkflows(): Promise<string[]> {
  const names = globSync('.github/workflows/*.yml', { cwd: ROOT });
  const found = names.map((name) => problemsIn(name, readFileSync(join(ROOT, name), 'utf8')));
  return (await Promise.all(found)).flat();
}
