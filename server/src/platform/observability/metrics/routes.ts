import { Figures } from '@selvedge/shared/instance/figures';
import { type Api, adminRead } from '../../http/endpoint.ts';

export function metricsRoutes(api: Api, { figures }: { figures(): Promise<Figures> }): void {
  api.endpoint(
    {
      ...adminRead,
      path: '/api/admin/figures',
      summary: 'Current load and health of the node that responds',
      replies: { 200: Figures },
    },
    async ({ c }) => c.json(await figures()),
  );
}
