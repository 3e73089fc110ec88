// Elements in the browser's top layer, which nothing cuts off: placed by their owner, again whenever something scrolls.

/**
 * Shows an element that has the attribute `popover`. Returns the end of the placing, for the cleanup of an effect: it
 * does not hide the element.
 */
export function showPlaced(element: HTMLElement, place: () => void): () => void {
  element.showPopover();
  place();
  addEventListener('scroll', place, true);
  addEventListener('resize', place);
  return () => {
    removeEventListener('scroll', place, true);
    removeEventListener('resize', place);
  };
}
