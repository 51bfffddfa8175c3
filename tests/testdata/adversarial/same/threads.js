// expect: AC memory=512MiB
const { Worker, isMainThread } = require('worker_threads');
if (isMainThread) {
	let left = 4;
	for (let i = left; i > 0; i--)
		new Worker(__filename).on('exit', () => { if (--left === 0) console.log(585987); });
} else {
	setTimeout(() => {}, 50);
}
