import '../lib/no-eval.ts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { BringIn } from '../items/closet/bring-in.tsx';
import { instance } from '../lib/instance.ts';
import { loginPath } from '../lib/session/next-path.ts';
import { useSession } from '../lib/session/use-session.ts';
import { Centered } from '../ui/centered.tsx';
import { Loading } from '../ui/loading.tsx';
import NotFoundPage from './not-found-page.tsx';

/** Where a member brings in listings from a file. */
export default function ClosetPage() {
  const { status, user } = useSession();
  const navigate = useNavigate();
  const isOn = instance.features.closet;
  useEffect(() => {
    if (isOn && status === 'signed-out') void navigate(loginPath('/closet'), { replace: true });
  }, [isOn, status, navigate]);
  if (!isOn) return <NotFoundPage />;
  if (user) return <BringIn key={user.id} personId={user.id} />;
  return (
    <Centered>
      <Loading />
    </Centered>
  );
}
