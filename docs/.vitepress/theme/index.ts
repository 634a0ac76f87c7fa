// Without the fonts of the default theme: a reader's own serve as well, and weigh nothing.
import DefaultTheme from 'vitepress/theme-without-fonts';

export default DefaultTheme;
