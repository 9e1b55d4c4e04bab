import { useUser } from '../identity/use-session.ts';
import { DialogFrame } from '../ui/dialog.tsx';
import { WantedForm } from './wanted-form.tsx';

/** The form of a new request. Who is signed out sees nothing. */
export default function CreateWantedDialog({ onClose }: { onClose: () => void }) {
  const user = useUser();
  if (!user) return null;
  return (
    <DialogFrame size="form" onClose={onClose}>
      <WantedForm key={user.id} wanted={null} onClose={onClose} />
    </DialogFrame>
  );
}
