import '../lib/no-eval.ts';
import { Delivery } from '../instance/figures/delivery.tsx';
import { InstanceTab } from '../instance/instance-tab.tsx';
import { useSession } from '../lib/session/use-session.ts';
import { AdminPanel } from '../safety/admin-panel.tsx';
import { Centered } from '../ui/centered.tsx';
import { Loading } from '../ui/loading.tsx';
import NotFoundPage from './not-found-page.tsx';

/** For admins only; everyone else gets the 404 page. */
export default function AdminPage() {
  const { status, user } = useSession();
  if (user?.isAdmin) return <AdminPanel delivery={<Delivery />} instance={<InstanceTab />} />;
  if (status !== 'loading') return <NotFoundPage />;
  return (
    <Centered>
      <Loading />
    </Centered>
  );
}
