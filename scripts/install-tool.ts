export async function installTool(_name: string): Promise<string> {
  throw new Error('later');
}
