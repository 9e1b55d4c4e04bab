export interface ToastText {
  type: 'success' | 'error';
  title: string;
  description?: string;
  /** An action that the toast offers. */
  action?: { label: string; onClick: () => void };
}
