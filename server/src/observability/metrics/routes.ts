import { Figures } from '@selvedge/shared/figures';
import type { Api } from '../../http/endpoint.ts';

/** The REST call for the figures of the admin page. */
export function metricsRoutes(api: Api, { figures }: { figures(): Promise<Figures> }): void {
  api.endpoint(
    {
      method: 'get',
      path: '/api/admin/figures',
      budget: 'calls',
      summary: 'How the node that answers is doing now',
      access: 'admin',
      replies: { 200: Figures },
    },
    async ({ c }) => c.json(await figures()),
  );
}
