/** Stands where a chart will be while the code that draws it is loaded; the box around it says what it is of. */
export function ChartOnItsWay() {
  return <div aria-busy="true" className="skeleton h-full w-full" />;
}
