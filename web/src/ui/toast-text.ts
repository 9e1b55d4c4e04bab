export interface ToastText {
  type: 'success' | 'error';
  title: string;
  description?: string;
}
