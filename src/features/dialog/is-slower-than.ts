// Whether something takes longer than one wants to wait.

export async function isSlowerThan(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<true>((resolve) => {
    timer = setTimeout(resolve, ms, true);
  });
  const isLate = await Promise.race([work.then(() => false), late]);
  clearTimeout(timer);
  return isLate;
}
