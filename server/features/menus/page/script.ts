/**
 * What the page of a menu does with JavaScript: amounts are kept while its reader turns pages, steppers count by the case, and the bar
 * says what they come to. Without it the form still works.
 */
export const SCRIPT = `(function(){
var form=document.getElementById('order');if(!form)return;
var key='menu:'+location.pathname,store=window.sessionStorage,cart={};
try{cart=JSON.parse(store.getItem(key)||'{}')||{}}catch(e){}
var shown=form.dataset.prices==='shown',minimum=Number(form.dataset.minimum||0);
var inputs=[].slice.call(form.querySelectorAll('input[data-v]'));
function save(){try{store.setItem(key,JSON.stringify(cart))}catch(e){}}
function price(one,n){var cents=0,steps=Math.round(n*10000/(one.s||10000));one.l.forEach(function(b){if(b[0]<=steps)cents=b[1]});return Math.floor((2*steps*(one.s||10000)*cents+10000)/20000)}
function money(c){return '$'+(c/100).toFixed(2).replace(/\\B(?=(\\d{3})+(?!\\d))/g,',')}
function draw(){var n=0,sum=0;Object.keys(cart).forEach(function(id){var one=cart[id];n++;if(shown&&one.l)sum+=price(one,one.n)});
document.getElementById('count').textContent=n===0?'Nothing chosen yet':n===1?'1 item':n+' items';
var t=document.getElementById('total');if(t)t.textContent=n&&shown?money(sum):'';
var m=document.getElementById('short');if(m)m.hidden=!(n&&shown&&sum<minimum);
var a=document.getElementById('account');if(a)try{store.setItem('menu-cart',JSON.stringify(Object.keys(cart).map(function(id){return{variant_id:id,add:Math.round(cart[id].n*10000/(cart[id].s||10000))}})))}catch(e){}}
function set(input,n){var id=input.dataset.v,size=Number(input.step)||1;n=Math.max(0,Math.round(Math.ceil(n/size-1e-9)*size*10000)/10000);
if(n>0)cart[id]={n:n,l:JSON.parse(input.dataset.l||'[]'),s:Number(input.dataset.s||0)};else delete cart[id];
save();draw();return n}
inputs.forEach(function(input){var id=input.dataset.v;if(cart[id])input.value=cart[id].n;
input.addEventListener('change',function(){var n=set(input,Number(input.value)||0);input.value=n||''});
input.addEventListener('input',function(){var n=Number(input.value);if(n>0||input.value==='')set(input,n||0)});
['-','+'].forEach(function(sign){var b=document.createElement('button');b.type='button';b.textContent=sign==='-'?'\\u2212':'+';
b.setAttribute('aria-label',(sign==='-'?'Less ':'More ')+input.getAttribute('aria-label'));
b.addEventListener('click',function(){var size=Number(input.step)||1,n=set(input,(Number(input.value)||0)+(sign==='-'?-size:size));input.value=n||''});
input.parentNode.insertBefore(b,sign==='-'?input:input.nextSibling)})});
form.addEventListener('submit',function(e){if(!Object.keys(cart).length){e.preventDefault();document.getElementById('count').textContent='Choose something first';return}
[].slice.call(form.querySelectorAll('input[data-kept]')).forEach(function(i){i.remove()});
var here={};inputs.forEach(function(i){here[i.dataset.v]=1});
Object.keys(cart).forEach(function(id){if(here[id])return;var i=document.createElement('input');i.type='hidden';i.name='q.'+id;i.value=cart[id].n;i.dataset.kept='1';form.appendChild(i)})});
window.addEventListener('pageshow',draw);draw();document.getElementById('bar').hidden=false;
})();`;
