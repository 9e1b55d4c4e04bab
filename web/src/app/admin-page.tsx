import { Delivery } from '../figures/delivery.tsx';
import { AdminPanel } from '../safety/admin-panel.tsx';
import { useSession } from '../session/use-session.ts';
import { Centered } from '../ui/centered.tsx';
import { Loading } from '../ui/loading.tsx';
import NotFoundPage from './not-found-page.tsx';

/** Shown to admins only; for everybody else the page does not exist. */
export default function AdminPage() {
  const { status, user } = useSession();
  if (user?.isAdmin) return <AdminPanel delivery={<Delivery />} />;
  if (status !== 'loading') return <NotFoundPage />;
  return (
    <Centered>
      <Loading />
    </Centered>
  );
}
