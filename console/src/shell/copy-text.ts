// Puts a text on the clipboard.

/** False where the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOld(text);
  }
}

/** On an address without https browsers give no clipboard. */
function copyOld(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.style.cssText = 'position:fixed;opacity:0';
  // Beside the button that was pressed: a dialog takes the focus back from what stands outside it.
  const button = document.activeElement;
  (button?.parentElement ?? document.body).append(area);
  area.select();
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the only way there is without https
    return document.execCommand('copy');
  } finally {
    area.remove();
    if (button instanceof HTMLElement) button.focus();
  }
}
