// Package harness makes a program of a submission that defines a function, or a class Solution with a method, as sites with
// such problems ask for. The program reads a JSON value a line, calls the function with them, and prints its result as JSON.
// What the function itself prints goes to the standard error.
package harness
