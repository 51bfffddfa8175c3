// Prints a formula for each command and environment of the packages of MathJax that the reader has, as MathJax's tables name them: the
// first of some uses that MathJax itself can read. A command that it can read in none of them is printed behind "#".
import {names, mathml} from './oracle.js';

const uses = [
  '\\X', 'a \\X b', '\\X{a}', '\\X a b', '\\X{a}{b}', '\\X{a}{b}{c}', '\\X{a}{b}{c}{d}', '\\X1{em}', '\\X{1em}', '\\X 1em', '\\X 1em{a}', '\\X 1em \\hbox{a}', '\\sum\\X_a', 'a \\X', '\\X( a )', '\\X (', '\\left( a \\X| b \\right)',
  '\\X{red}', '\\X{red}{a}', '\\X{red}{blue}{a}', '\\X{1em}{1em}', '\\X{1em}{1em}{1em}', '\\X{(}{)}{0pt}{}{a}{b}', '\\X\\foo{a}', '\\X{\\foo}{a}', '\\X{\\foo}{(}{)}', '\\X{\\foo}[1]{(}{)}{#1}', '\\X{\\foo}[1]{}{(}{)}{}{#1}', '\\X\\foo b', '\\X{foo}{a}{b}', '\\X{a}{rgb}{1,0,0}', '{a \\X{1pt} b}', '{a \\X() b}', '{a \\X()1pt b}', '\\X\\over a',
  '\\begin{array}{c} \\X a \\end{array}', '\\begin{array}{c} a \\\\ \\X b \\end{array}', '\\begin{align} a \\X \\end{align}', '\\begin{align} a \\\\ \\X b \\end{align}', '\\begin{align} a \\\\ \\X{b} \\\\ c \\end{align}', '\\begin{align} a \\X{b} \\end{align}', '\\begin{align} \\X{=}{b} \\end{align}', '\\begin{multline} \\X{a} \\\\ b \\end{multline}', '\\begin{gathered} a \\X[b] \\end{gathered}',
  '\\X{a \\cr b}', '\\X{a & b \\cr c & d}', '\\X{a &= b & c \\cr}', '\\X{a}\\label{a}', '\\X{"41}', '\\X{mi}{a}', '\\X{^}{a}', '\\X[a]{b}', '\\sqrt{\\X 1 \\of a}', '\\X 3 \\of a', '\\sqrt[\\X{1} 3]{a}', '\\text{\\X{a}}', '\\text{\\X a}', '\\X{a}{b}\\sum', '\\X{\\foo}{(}{)} \\usetagform{\\foo}', '\\newtagform{foo}{(}{)} \\X{foo}{[}{]}', '\\newtagform{foo}{(}{)} \\X{foo}', '\\newtagform{foo}{[}{]} \\X{foo}', '\\X{use-unicode=true}',
  '\\newcommand{\\foo}{a} \\X{\\foo}{b}', '\\newenvironment{foo}{a}{b} \\X{foo}{b}{c}', '\\begingroup \\X', '\\left( \\X ) \\right)', '\\left( a \\X )', '\\X{c}{a}', '\\X{l}{a}', '\\X{a}[b]', '\\X{$a$}', '\\hbox{\\X a}', '\\begin{alignat}{2} a \\\\ \\X b \\end{alignat}', '\\begin{align} a \\ArrowBetweenLines b \\end{align}', '\\begin{array}{cc} \\X{1-2} a & b \\end{array}',
  '\\left( a \\X', '\\begin{equation} \\X \\end{equation}', '\\begin{align} a & \\X b \\end{align}', '\\X{1}{2}{3}{4}{5}', '\\X\\limits', '\\begin{array}{c} a \\\\ \\X \\end{array}', '{\\X a}', '\\not\\X', '\\X( a \\right)', '\\left( a \\X)', '\\X{array}{c} a \\end{array}', '\\begin{array}{c} a \\X{array}', '\\X\\sum_a\\sum_b', '\\begin{align} \\X{c} a \\end{align}', '\\X{a}{b} c', '\\X a\\endgroup',
];
const environments = [
  '\\begin{X} a & b \\\\ c & d \\end{X}', '\\begin{X} a \\\\ c \\end{X}', '\\begin{X} a \\end{X}', '\\begin{X}{cc} a & b \\\\ c & d \\end{X}', '\\begin{X}{2} a & b \\\\ c & d \\end{X}', '\\begin{X}{c} a \\\\ c \\end{X}', '\\begin{X}{l} a \\end{X}', '\\begin{X}{1em} a \\end{X}',
];

function first(name, forms) {
  const known = forms.map(form => form.replaceAll('X', name)).find(tex => mathml(tex) !== null);
  console.log(known ?? '# ' + name);
}
for (const name of names('macro')) {
  first(name, uses.map(use => /^[A-Za-z]/.test(name) ? use : use.replaceAll('\\X ', '\\X')));
}
for (const name of names('environment')) {
  first(name, environments);
}
