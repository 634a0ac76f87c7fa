// V8's own value is for programs that run for hours. (A module that is required is loaded with less than one that is imported.)
require('node:v8').setFlagsFromString('--interrupt-budget=1000000');
