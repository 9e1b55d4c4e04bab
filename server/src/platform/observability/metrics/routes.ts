import { Figures } from '@selvedge/shared/instance/figures';
import type { Api } from '../../http/endpoint.ts';

export function metricsRoutes(api: Api, { figures }: { figures(): Promise<Figures> }): void {
  api.endpoint(
    {
      method: 'get',
      path: '/api/admin/figures',
      budget: 'calls',
      summary: 'Current load and health of the node that responds',
      access: 'admin',
      replies: { 200: Figures },
    },
    async ({ c }) => c.json(await figures()),
  );
}
