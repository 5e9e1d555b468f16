// What one browser remembers of a person's choices. A browser that keeps nothing is as good as one that is new.

export function remembered(name: string): string | undefined {
  try {
    return window.localStorage.getItem(`qiao.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(name: string, value: string): void {
  try {
    window.localStorage.setItem(`qiao.${name}`, value);
  } catch {
    // It holds until the page is left.
  }
}
