import { showFailure } from '@/components/ui/base/toast';

/** Shows a failed call as a message. Its text loads with the first failure, so that no page carries it from the start. */
export async function showError(title: string, error: unknown): Promise<void> {
  const { errorText } = await import('./error-text');
  showFailure(title, errorText(error));
}
