// Elements in the top layer of the browser, where nothing clips them. Their owner places them, again after each scroll.

/**
 * Shows an element that has the attribute `popover`. Returns a cleanup function for an effect, which stops the
 * placement but does not hide the element.
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
