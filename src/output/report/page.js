'use strict';
// Filters, folding, and lines from step to step of an effect. The page says the same without them.
for (const tools of document.querySelectorAll('.tools')) tools.hidden = false;

for (const field of document.querySelectorAll('[data-filter]')) {
	field.addEventListener('input', () => {
		const word = field.value.toLowerCase();
		for (const one of document.querySelectorAll(field.dataset.filter))
			one.hidden = word !== '' && !one.textContent.toLowerCase().includes(word);
	});
}

const fold = (attribute, open) => {
	for (const button of document.querySelectorAll(`[data-${attribute}]`))
		button.addEventListener('click', () => {
			for (const one of document.querySelectorAll(button.dataset[attribute])) one.open = open;
		});
};
fold('open', true);
fold('close', false);

function draw(box) {
	box.querySelector('svg')?.remove();
	const steps = [...box.querySelectorAll('.step')].sort((a, b) => a.textContent - b.textContent);
	const from = box.getBoundingClientRect();
	if (steps.length < 2 || from.width === 0) return;
	const points = steps.map((step) => {
		const at = step.getBoundingClientRect();
		return [at.left - from.left - 6, at.top - from.top + at.height / 2];
	});
	let paths = '';
	for (let i = 1; i < points.length; i++) {
		const [x, y] = points[i - 1], [u, v] = points[i];
		paths += `<path d="M${x},${y} C${x - 18},${y} ${u - 18},${v} ${u},${v}"/>`;
	}
	box.insertAdjacentHTML('beforeend', `<svg aria-hidden="true">${paths}</svg>`);
}

const boxes = document.querySelectorAll('.sources');
for (const box of boxes) {
	box.closest('details')?.addEventListener('toggle', () => draw(box));
	draw(box);
}
addEventListener('resize', () => boxes.forEach(draw));

// A link to a part of the page opens what it is in.
function reveal() {
	const target = location.hash && document.getElementById(location.hash.slice(1));
	if (target?.tagName === 'DETAILS') target.open = true;
}
addEventListener('hashchange', reveal);
reveal();
