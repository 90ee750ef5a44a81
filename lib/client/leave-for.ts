/** Goes to another page by loading it anew: nothing of who was signed in until now stays in memory. */
export function leaveFor(address: string): void {
  location.assign(address);
}
