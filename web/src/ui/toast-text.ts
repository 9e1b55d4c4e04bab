export interface ToastText {
  type: 'success' | 'error';
  title: string;
  description?: string;
  /** What can still be done about it. */
  action?: { label: string; onClick: () => void };
}
