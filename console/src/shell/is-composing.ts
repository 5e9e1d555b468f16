/** Whether an input method takes this key for itself: Safari tells it by the key code 229 alone. */
export function isComposing({ isComposing: isTold, keyCode }: KeyboardEvent): boolean {
  return isTold || keyCode === 229;
}
